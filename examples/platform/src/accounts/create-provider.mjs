import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto";
import Provider from "oidc-provider";
import { people } from "../data.mjs";
import { escapeHtml, renderPage } from "./page.mjs";

const HOUR = 3600;
const FORTNIGHT = 14 * 24 * HOUR;

/**
 * The platform's OpenID provider. Everything it issues lives in memory: after a restart, people sign in again.
 * @param {object} settings from readSettings
 */
export function createProvider(settings) {
  return new Provider(settings.ACCOUNTS_URL, {
    clients: [describeLatchkey(settings)],
    jwks: { keys: [makeSigningKey()] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    // Latchkey reads the ID token alone, so the claims of a scope belong in it.
    conformIdTokenClaims: false,
    claims: {
      openid: ["sub", "market_hall_staff"],
      profile: ["name", "given_name", "family_name"],
      email: ["email", "email_verified"],
    },
    findAccount: (_ctx, id) => findAccount(id),
    loadExistingGrant,
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
    },
    // By default, oidc-provider calls no address on this machine, where Latchkey is.
    fetch: (address, { dispatcher: _, ...request }) => fetch(address, request),
    renderError,
    ttl: {
      Session: FORTNIGHT,
      Grant: FORTNIGHT,
      Interaction: HOUR,
      IdToken: HOUR,
      AccessToken: HOUR,
    },
  });
}

function describeLatchkey({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, LATCHKEY_URL }) {
  return {
    client_id: OIDC_CLIENT_ID,
    client_secret: OIDC_CLIENT_SECRET,
    client_name: "Latchkey",
    redirect_uris: [`${LATCHKEY_URL}/api/auth/callback/oidc`],
    post_logout_redirect_uris: [`${LATCHKEY_URL}/signed-out`],
    backchannel_logout_uri: `${LATCHKEY_URL}/api/auth/backchannel-logout`,
    backchannel_logout_session_required: true,
  };
}

// Encoded and read back, because Node can deadlock when it exports a key object as JWK that it has just generated.
function makeSigningKey() {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const kid = randomBytes(8).toString("hex");
  const jwk = createPrivateKey(privateKey).export({ format: "jwk" });
  return { ...jwk, kid, alg: "RS256", use: "sig" };
}

function findAccount(id) {
  const person = people.find((candidate) => candidate.id === id);
  if (!person) return undefined;
  const { email, first_name, last_name, operator } = person;
  const claims = () => ({
    sub: id,
    name: `${first_name} ${last_name}`,
    given_name: first_name,
    family_name: last_name,
    email,
    email_verified: true,
    market_hall_staff: operator,
  });
  return { accountId: id, claims };
}

/** Latchkey is part of the platform, so no one is asked whether it may know who they are. */
async function loadExistingGrant({ oidc }) {
  const { clientId } = oidc.client;
  const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope(oidc.params.scope);
  await grant.save();
  return grant;
}

function logoutSource(ctx, form) {
  ctx.body = renderPage(
    "Sign out of Market Hall?",
    `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>
    <button form="op.logoutForm" class="quiet">Stay signed in</button>`,
  );
}

function postLogoutSuccessSource(ctx) {
  ctx.body = renderPage("You are signed out", '<p><a href="/">Back to Market Hall</a></p>');
}

function renderError(ctx, { error, error_description }) {
  ctx.type = "html";
  ctx.body = renderPage(
    "This sign-in cannot continue",
    `<p>${escapeHtml(error_description ?? error)}</p><p><a href="/">Start again at Market Hall</a></p>`,
  );
}
