import { timingSafeEqual } from "node:crypto";
import { people } from "../data.mjs";
import { escapeHtml, renderPage } from "./page.mjs";

const LONGEST_FORM = 10_000;

/**
 * The pages that the provider leaves to the platform: where people sign in, and where they see that they are.
 * @param {import("oidc-provider").Provider} provider
 * @param {object} settings from readSettings
 */
export function createPages(provider, settings) {
  return async (ctx, next) => {
    ctx.set("cache-control", "no-store");
    ctx.set("x-frame-options", "DENY");
    if (ctx.path === "/") return showHome(ctx);
    if (/^\/sign-in\/[\w-]+$/.test(ctx.path)) return signIn(ctx);
    return next();
  };

  async function showHome(ctx) {
    const { accountId } = await provider.Session.get(ctx);
    const person = people.find(({ id }) => id === accountId);
    ctx.body = person
      ? renderPage(
          `You are signed in as ${person.first_name} ${person.last_name}`,
          `<p><a href="${settings.LATCHKEY_URL}">Open Latchkey</a></p>
          <p><a href="/session/end">Sign out</a></p>`,
        )
      : renderPage(
          "You are signed out",
          `<p><a href="${settings.LATCHKEY_URL}">Open Latchkey</a>, which sends you here to sign in.</p>`,
        );
  }

  async function signIn(ctx) {
    await provider.interactionDetails(ctx.req, ctx.res);
    if (ctx.method !== "POST") return showForm(ctx);
    const form = await readForm(ctx);
    const email = form.get("email") ?? "";
    const person = people.find((candidate) => candidate.email === email.trim().toLowerCase());
    if (!isSame(form.get("password") ?? "", settings.PEOPLE_PASSWORD) || !person) {
      ctx.status = 401;
      return showForm(ctx, email);
    }
    ctx.respond = false;
    await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: person.id } });
  }
}

function showForm(ctx, rejectedEmail) {
  const problem =
    rejectedEmail !== undefined &&
    '<p role="alert">The email address or the password is wrong. Both are in the terminal.</p>';
  ctx.body = renderPage(
    "Sign in to Market Hall",
    `${problem || ""}<form method="post">
    <label for="email">Email</label>
    <input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(rejectedEmail ?? "")}">
    <label for="password">Password</label>
    <input id="password" name="password" type="password" autocomplete="current-password" required>
    <button>Sign in</button>
    </form>`,
  );
}

async function readForm(ctx) {
  let text = "";
  for await (const chunk of ctx.req) {
    text += chunk;
    if (text.length > LONGEST_FORM) ctx.throw(413, "The form is too long.");
  }
  return new URLSearchParams(text);
}

function isSame(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
