import { permanent } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { healthOf } from './health-of.js';

const component = { name: 'words', kind: 'static' };

describe('the health of a component', () => {
  it('is up where it answers, and what it says beside', async () => {
    expect(await healthOf(component, () => Promise.resolve({}))).toEqual({ ...component, status: 'up' });
    expect(await healthOf(component, () => Promise.resolve({ status: 'degraded', detail: 'full' }))).toEqual({
      ...component,
      status: 'degraded',
      detail: 'full',
    });
  });

  it('is down where it fails, with the message that is told of such an error', async () => {
    const refusal = permanent('EMBEDDER.DENIED', 'Give a key.');
    expect(await healthOf(component, () => Promise.reject(refusal))).toEqual({ ...component, status: 'down', detail: 'Give a key.' });
    const late = new DOMException('over', 'TimeoutError');
    expect(await healthOf(component, () => Promise.reject(late))).toMatchObject({ status: 'down', detail: 'The call was cancelled.' });
  });

  it('is told to nobody who gave up', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(healthOf(component, () => Promise.reject(new Error('away')), signal)).rejects.toThrow('gone');
  });
});
