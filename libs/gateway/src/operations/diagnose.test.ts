import { localOwner, type DoctorAnswer, type Principal } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { diagnose } from './diagnose.js';

const AGREED = { found: 0, repaired: 0, remaining: 0, examples: [], left: [] };
const check = () => Promise.resolve([]);
const calledBy = (principal: Principal) => ({ principal, signal: new AbortController().signal });
const told = (drift: NonNullable<DoctorAnswer['drift']>) =>
  diagnose({ check, examine: () => Promise.resolve(drift) }, { repair: true }, calledBy(localOwner));

it('calls nothing healthy that was not compared', async () => {
  expect(await told(AGREED)).toMatchObject({ healthy: true });
  const uncompared = [{ engine: 'team', collections: ['wiki'], reason: 'It hangs.' }];
  expect(await told({ ...AGREED, uncompared })).toMatchObject({ healthy: false });
});

it('compares, mends and checks only what is granted', async () => {
  const comparedFor = async (principal: Principal) => {
    let compared: readonly string[] = [];
    const examine = ({ includes }: { readonly includes: (collection: string) => boolean }) => {
      compared = ['notes', 'logs-a', 'vault'].filter(includes);
      return Promise.resolve(AGREED);
    };
    let checked: readonly string[] = [];
    const checkFor = (includes: (collection: string) => boolean) => {
      checked = ['notes', 'logs-a', 'vault'].filter(includes);
      return Promise.resolve([]);
    };
    await diagnose({ check: checkFor, examine }, { repair: true }, calledBy(principal));
    expect(checked).toEqual(compared);
    return compared;
  };
  const keeper = { ...localOwner, collections: ['notes', 'logs-*'], unrestricted: false };
  expect(await comparedFor(keeper)).toEqual(['notes', 'logs-a']);
  expect(await comparedFor({ ...keeper, unrestricted: true })).toEqual(['notes', 'logs-a', 'vault']);
});
