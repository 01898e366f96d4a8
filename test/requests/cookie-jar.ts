import { parseSetCookie } from "cookie";

/** The cookies of a browser on one site. Paths do not matter to the tests. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Keeps the cookies that a response sets. */
  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const { name, value = "", maxAge } = parseSetCookie(line, { decode: (text) => text });
      if (value === "" || maxAge === 0) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** Request headers with all cookies. */
  headers(): Record<string, string> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    return cookies.length > 0 ? { cookie: cookies.join("; ") } : {};
  }

  /** The value of a cookie, or null. */
  get(name: string): string | null {
    return this.#cookies.get(name) ?? null;
  }

  /** Takes over the cookies of another browser whose names begin like this. */
  adopt(other: CookieJar, prefix: string): void {
    for (const [name, value] of other.#cookies) {
      if (name.startsWith(prefix)) this.#cookies.set(name, value);
    }
  }

  /** A copy that later changes do not affect. */
  copy(): CookieJar {
    const copy = new CookieJar();
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }
}
