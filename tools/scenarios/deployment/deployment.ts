import { HttpConnection, HttpOperations } from '@tributary/api-client';
import type { Operations } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { SERVICES, type Place, type RunningService, type Service, type ServiceEnd } from '../places/place.ts';
import { Front } from './front.ts';

const READY_WITHIN_MS = 120_000;

/** How many of each service run. */
type Counts = Readonly<Record<Service, number>>;

/** The services in a place, behind one address: started, scaled, killed and replaced as an operator does. */
export class Deployment {
  readonly place: Place;
  readonly operations: Operations;
  /** The services that were asked to end, with what they wrote. */
  readonly ended: (ServiceEnd & { readonly service: Service })[] = [];
  readonly #front: Front;
  readonly #running = new Map<Service, RunningService[]>(SERVICES.map((service) => [service, []]));

  private constructor(place: Place, front: Front) {
    this.place = place;
    this.#front = front;
    this.operations = new HttpOperations(new HttpConnection({ url: front.url, token: place.token }));
  }

  static async start(place: Place, counts: Partial<Counts> = {}): Promise<Deployment> {
    const deployment = new Deployment(place, await Front.start());
    await Promise.all(SERVICES.map((service) => deployment.scale(service, counts[service] ?? 1)));
    await deployment.ready();
    return deployment;
  }

  /** Where callers reach the gateways. */
  get url(): string {
    return this.#front.url;
  }

  /** Those that run now. */
  running(service: Service): readonly RunningService[] {
    return this.#running.get(service) ?? [];
  }

  /** Starts or ends as many as are missing or too many. */
  async scale(service: Service, count: number): Promise<void> {
    const missing = count - this.running(service).length;
    await Promise.all(Array.from({ length: Math.max(0, missing) }, () => this.#launch(service)));
    await Promise.all(
      this.running(service)
        .slice(count)
        .map((one) => this.#retire(service, one)),
    );
  }

  /** SIGKILLs one and starts another in its place. @returns when the other is ready */
  async kill(service: Service): Promise<void> {
    const [victim] = this.running(service);
    if (victim === undefined) throw new Error(`No ${service} runs.`);
    this.#forget(service, victim);
    await victim.end('SIGKILL');
    await this.#launch(service);
  }

  /** Replaces every process of every service, one after the other: a new one is ready before the old one is asked to end. */
  async replaceAll(replaced: (service: Service) => void = () => undefined): Promise<void> {
    for (const service of SERVICES) {
      for (const old of [...this.running(service)]) {
        await this.#launch(service);
        await this.#retire(service, old);
        replaced(service);
      }
    }
  }

  /** Resolves when the front's next gateway says that all it needs is there. */
  async ready(): Promise<void> {
    const headers = { authorization: `Bearer ${this.place.token}` };
    await eventually(async () => (await fetch(`${this.url}/health/ready`, { headers })).ok, READY_WITHIN_MS);
  }

  async remove(): Promise<void> {
    await this.#front.close();
    await this.place.remove();
  }

  async #launch(service: Service): Promise<void> {
    const launched = await this.place.launch(service);
    this.#running.set(service, [...this.running(service), launched]);
    if (service !== 'mcp-gateway') return;
    const headers = { authorization: `Bearer ${this.place.token}` };
    await eventually(async () => (await fetch(`${launched.url}/health/ready`, { headers })).ok, READY_WITHIN_MS);
    this.#front.add(launched.url);
  }

  async #retire(service: Service, old: RunningService): Promise<void> {
    this.#forget(service, old);
    this.ended.push({ service, ...(await old.end('SIGTERM')) });
  }

  #forget(service: Service, one: RunningService): void {
    if (service === 'mcp-gateway') this.#front.remove(one.url);
    this.#running.set(
      service,
      this.running(service).filter((other) => other !== one),
    );
  }
}
