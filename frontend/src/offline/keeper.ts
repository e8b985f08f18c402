/**
 * Keeps parts of the site in the browser, for use without a network: a page that says that there is no network, the
 * files that every page loads and, for each game that somebody downloaded, its page of practice and the rules.
 *
 * All of it is fetched without cookies. Nothing else is kept: no page of a player, and no answer of the API.
 */

/** A build of the site. */
export interface Build {
  /** The name of the build's cache. It changes when any of the kept files change. */
  name: string;
  /** The language of this browser's reader. */
  language: string;
  /** The path of the page that is shown when there is no network. */
  alone: string;
  /** The paths of the files that every page loads. The name of a file changes with its content. */
  site: readonly string[];
  /** The paths of the files that pages of practice load. */
  practice: readonly string[];
  /** The path of the archive with the rules of the games, a program in Python. */
  rules: string;
}

/** The beginning of the names of all caches of this site. */
const PREFIX = 'evendeal-';
const PRACTICE = /^\/practice\/[\w-]+$/;
/**
 * The query with which a game's page of practice is fetched. Its seed does not matter: when the kept page is shown, its
 * script deals the seed in the address that the browser shows.
 */
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
    /** Returns a new seed. */
    private readonly seed: () => string,
  ) {}

  /**
   * Before this build takes over, fetch the new versions of everything that older builds keep. Rejects if anything
   * cannot be fetched.
   */
  async install(): Promise<void> {
    await this.#hold([this.build.alone, ...this.build.site]);
    for (const path of await this.#practised()) await this.keep(path);
  }

  /** After this build has taken over, remove what older builds keep. */
  async activate(): Promise<void> {
    for (const name of await this.stores.keys())
      if (name.startsWith(PREFIX) && name !== this.build.name) await this.stores.delete(name);
  }

  /** Keep the game's page of practice at `path`; no other path does anything. Rejects if any part cannot be fetched. */
  async keep(path: string): Promise<void> {
    if (!PRACTICE.test(path)) return;
    await this.#hold([...this.build.practice, this.build.rules]);
    await (await this.#store()).put(path, await this.#asked(path + SEED));
  }

  /** The answer to a request. If it is null, the browser sends the request as if there were no service worker. */
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

  /**
   * The answer without a network. If `url` is a page of practice that is kept, the answer is this page or, if `url` has
   * no seed, a redirect to the same address with a new seed. Otherwise, it is the page that says that there is no
   * network.
   */
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

  /** The paths of all pages of practice in the caches of this build and of older builds. */
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

  /**
   * The file that an older build keeps at a path; undefined if none does. Also undefined for `alone` and `rules`, whose
   * content changes while their paths stay.
   */
  async #older(path: string): Promise<Response | undefined> {
    if (path === this.build.alone || path === this.build.rules) return undefined;
    for (const name of await this.stores.keys()) {
      const found = name.startsWith(PREFIX) ? await (await this.stores.open(name)).match(path) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  /** Fetch a file without cookies, in the reader's language. */
  async #asked(path: string): Promise<Response> {
    const response = await this.fetching(path, { credentials: 'omit', headers: { 'Accept-Language': this.build.language } });
    if (!response.ok || response.redirected) throw new Error(`${path} was answered with ${response.status}`);
    return response;
  }
}
