/**
 * What a browser keeps of the site for when there is no network: a page that says so, and for each game that somebody
 * brought here its page of practice and the rules. All of it is asked for as a stranger, and nothing else is kept: no
 * page of a player, no answer of the API.
 */

/** A build of the site. */
export interface Build {
  /** The name of its cache: it changes with whatever is kept. */
  name: string;
  /** What the reader of this browser reads. */
  language: string;
  /** The page that is shown where there is no network. */
  alone: string;
  /** The files of every page, and those of practice: their names change with what is in them. */
  site: readonly string[];
  practice: readonly string[];
  /** The rules. */
  rules: string;
}

/** All caches of this site begin so. */
const PREFIX = 'evendeal-';
const PRACTICE = /^\/practice\/[\w-]+$/;
/** The cards of the page that is kept of a game: any will do, as the page deals others itself. */
const SEED = '?seed=kept';

type Store = Pick<Cache, 'match' | 'put' | 'keys'>;
export interface Stores {
  open(name: string): Promise<Store>;
  keys(): Promise<string[]>;
  delete(name: string): Promise<boolean>;
}
type Fetching = (asked: Request | string, how?: RequestInit) => Promise<Response>;

export class Keeper {
  constructor(
    private readonly build: Build,
    private readonly stores: Stores,
    private readonly fetching: Fetching,
    /** A new seed. */
    private readonly seed: () => string,
  ) {}

  /** Before this build takes over: all that older ones keep is fetched as it is now. Rejects if that cannot be had. */
  async install(): Promise<void> {
    await this.#hold([this.build.alone, ...this.build.site]);
    for (const path of await this.#practised()) await this.keep(path);
  }

  /** This build has taken over: what older ones kept goes. */
  async activate(): Promise<void> {
    for (const name of await this.stores.keys())
      if (name.startsWith(PREFIX) && name !== this.build.name) await this.stores.delete(name);
  }

  /** Keep the practice of a game, by the path of its page. Rejects if not all of it can be had. */
  async keep(path: string): Promise<void> {
    if (!PRACTICE.test(path)) return;
    await this.#hold([...this.build.practice, this.build.rules]);
    await (await this.#store()).put(path, await this.#asked(path + SEED));
  }

  /** The answer to a request; null where the browser should ask as if nobody stood between. */
  answer(request: Pick<Request, 'method' | 'url' | 'mode'>, origin: string): Promise<Response> | null {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== origin) return null;
    if (request.mode === 'navigate') return this.fetching(request as Request).catch(() => this.#page(url));
    if (url.pathname === this.build.rules)
      return this.fetching(request as Request).catch(async () => (await this.#kept(url.pathname)) ?? Response.error());
    if (this.build.site.includes(url.pathname) || this.build.practice.includes(url.pathname))
      return this.#kept(url.pathname).then((kept) => kept ?? this.fetching(request as Request));
    return null;
  }

  /** Where there is no network: practice of a game that is kept, or the page that says so. */
  async #page(url: URL): Promise<Response> {
    const page = PRACTICE.test(url.pathname) ? await this.#kept(url.pathname) : undefined;
    if (!page) return (await this.#kept(this.build.alone)) ?? Response.error();
    if (url.searchParams.get('seed')) return page;
    url.searchParams.set('seed', this.seed());
    return Response.redirect(url.href);
  }

  async #store(): Promise<Store> {
    return this.stores.open(this.build.name);
  }

  async #kept(path: string): Promise<Response | undefined> {
    return (await this.#store()).match(path);
  }

  /** The practice pages that any build keeps. */
  async #practised(): Promise<Set<string>> {
    const found = new Set<string>();
    for (const name of await this.stores.keys()) {
      if (!name.startsWith(PREFIX)) continue;
      for (const { url } of await (await this.stores.open(name)).keys()) {
        const { pathname } = new URL(url);
        if (PRACTICE.test(pathname)) found.add(pathname);
      }
    }
    return found;
  }

  async #hold(paths: readonly string[]): Promise<void> {
    const store = await this.#store();
    for (const path of paths)
      if (!(await store.match(path))) await store.put(path, (await this.#older(path)) ?? (await this.#asked(path)));
  }

  /** A file of an older build, if it is in this one too. */
  async #older(path: string): Promise<Response | undefined> {
    if (path === this.build.alone || path === this.build.rules) return undefined;
    for (const name of await this.stores.keys()) {
      const found = name.startsWith(PREFIX) ? await (await this.stores.open(name)).match(path) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  /** Asked for as a stranger who reads the same language. */
  async #asked(path: string): Promise<Response> {
    const response = await this.fetching(path, { credentials: 'omit', headers: { 'Accept-Language': this.build.language } });
    if (!response.ok || response.redirected) throw new Error(`${path} was answered with ${response.status}`);
    return response;
  }
}
