import { setTimeout as sleep } from "node:timers/promises";

const LANES = 8;
const PAUSE_MS = 20;
/** After a failure; an extension would wait for Retry-After. */
const FAILURE_PAUSE_MS = 200;
const MAX_MS = 30_000;
const API = "/service/panel/authentication/v1.0";

/**
 * What came back for a launch, when: the status of the request that ended it, `cut` if there was no response, or
 * `inactive` if a server did not accept the new token.
 * @typedef {{at: number, result: number | "cut" | "inactive"}} Answer
 *
 * A token that Latchkey returned with 200.
 * @typedef {{at: number, token: string}} Acknowledged
 */

/** A seller who launches an extension again and again, and the extension, which exchanges each code for a token that a gateway asks about. */
export class Load {
  /** @type {Answer[]} */
  answers = [];
  /** @type {Acknowledged[]} */
  acknowledged = [];
  #url;
  #baseUrl;
  #demo;
  #cookies = new Map();
  #isStopping = false;
  #lanes = [];

  /** @param {{url: string, baseUrl: string}} addresses Where to send requests, and what Latchkey's own address is. */
  constructor({ url, baseUrl }, demo) {
    this.#url = url;
    this.#baseUrl = baseUrl;
    this.#demo = demo;
  }

  /** Signs the seller in, consents, and starts the requests. */
  async start() {
    await this.#signIn();
    await this.#consent();
    this.#lanes = Array.from({ length: LANES }, () => this.#run());
  }

  /** Stops after the requests in progress. */
  async stop() {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
  }

  /** The acknowledged tokens that introspection does not call active. @returns {Promise<Acknowledged[]>} */
  async findLost() {
    const lost = [];
    const waiting = [...this.acknowledged];
    const lane = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const result = await this.#introspect(next.token);
        if (result === "inactive") lost.push(next);
        else if (result !== 200) throw new Error(`Introspection: ${result}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return lost;
  }

  async #run() {
    while (!this.#isStopping) {
      const isDone = await this.#launch().catch((error) => {
        if (!(error instanceof TypeError) && error.name !== "TimeoutError") throw error;
        return this.#count("cut");
      });
      await sleep(isDone ? PAUSE_MS : FAILURE_PAUSE_MS);
    }
  }

  /** @returns {Promise<boolean>} Whether it got a token. */
  async #launch() {
    const redirect = await this.#authorize();
    const code = this.#codeIn(redirect);
    await redirect.text();
    if (!code) return this.#count(redirect.status);
    const { client_id, client_secret } = this.#demo.extension;
    const form = { grant_type: "authorization_code", code };
    const answer = await this.#post(`${this.#oauth}/offline-token`, form, client_id, client_secret);
    const text = await answer.text();
    if (!answer.ok) return this.#count(answer.status);
    const { access_token: token } = JSON.parse(text);
    this.acknowledged.push({ at: performance.now(), token });
    return this.#count(await this.#introspect(token));
  }

  /** Asks about a token, mostly at another server than the one that issued it. @returns {Promise<Answer["result"]>} */
  async #introspect(token) {
    const { client_id, client_secret } = this.#demo.platform;
    const answer = await this.#post(`${API}/oauth/introspect`, { token }, client_id, client_secret);
    const text = await answer.text();
    return answer.ok && !JSON.parse(text).active ? "inactive" : answer.status;
  }

  #count(result) {
    this.answers.push({ at: performance.now(), result });
    return result === 200;
  }

  get #oauth() {
    return `${API}/company/${this.#demo.company_id}/oauth`;
  }

  #authorize() {
    const { client_id, base_url } = this.#demo.extension;
    const query = new URLSearchParams({
      client_id,
      redirect_uri: `${base_url}/fp/auth`,
      response_type: "code",
      scope: "company/products/read",
      state: "cluster",
    });
    return this.#asSeller(`${this.#oauth}/authorize?${query}`);
  }

  #codeIn(redirect) {
    const location = redirect.headers.get("location");
    return location && new URL(location, this.#baseUrl).searchParams.get("code");
  }

  async #signIn() {
    const { email, password } = this.#demo.seller;
    await (await this.#asSeller("/sign-in/start")).text();
    const [, cookie] = [...this.#cookies].find(([name]) => name.endsWith("csrf"));
    const [csrfToken] = decodeURIComponent(cookie).split("|");
    const form = { csrfToken, callbackUrl: "/", email, password };
    const answer = await this.#asSeller("/api/auth/callback/credentials", form);
    await answer.text();
    if (answer.status !== 302) throw new Error(`Signing in: ${answer.status}`);
  }

  /** Presses Allow, so that authorize redirects with a code from then on. */
  async #consent() {
    const redirect = await this.#authorize();
    if (this.#codeIn(redirect)) return;
    const { pathname } = new URL(redirect.headers.get("location"), this.#baseUrl);
    const page = await (await this.#asSeller(pathname)).text();
    const form = { csrf_token: hiddenField(page, "csrf_token"), decision: "allow" };
    const answer = await this.#asSeller(`${pathname}/decision`, form);
    if (!answer.ok) throw new Error(`Consent: ${answer.status} ${await answer.text()}`);
    await answer.text();
  }

  /** A browser's request; with a form, a POST. */
  async #asSeller(path, form) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin: this.#baseUrl };
    const body = form && new URLSearchParams(form);
    const answer = await this.#fetch(path, { method: form ? "POST" : "GET", headers, body });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      this.#cookies.set(name, value);
    }
    return answer;
  }

  #post(path, form, id, secret) {
    const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
    return this.#fetch(path, { method: "POST", headers, body: new URLSearchParams(form) });
  }

  #fetch(path, options) {
    const signal = AbortSignal.timeout(MAX_MS);
    return fetch(this.#url + path, { ...options, redirect: "manual", signal });
  }
}

function hiddenField(page, name) {
  const [input] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page) ?? [];
  if (!input) throw new Error(`The page has no field ${name}`);
  return /value="([^"]*)"/.exec(input)[1];
}
