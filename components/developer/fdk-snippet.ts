import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { jsonLiteral } from "@/lib/core/snippets/json-literal";
import type { FlowValues } from "./quick-start-snippets";

/**
 * A whole extension on the FDK packages: install, tokens, a call of the platform, uninstall. It adds
 * the checks that the SDK leaves to the extension, so that it can be deployed as it is.
 */
export function fdkSnippet({ baseUrl, apiPath }: Pick<FlowValues, "baseUrl" | "apiPath">): string {
  return `import { createHmac, timingSafeEqual } from "node:crypto";
import cookieParser from "cookie-parser";
import express from "express";
import { log } from "@gofynd/fdk-client-javascript/sdk/common/Logger.js";
import { setupFdk } from "@gofynd/fdk-extension-javascript/express/index.js";
import { sessionMiddleware } from "@gofynd/fdk-extension-javascript/express/middleware/session_middleware.js";
import { MemoryStorage } from "@gofynd/fdk-extension-javascript/express/storage/index.js";

const { EXTENSION_API_KEY, EXTENSION_API_SECRET, EXTENSION_BASE_URL } = process.env;
const { EXTENSION_SCOPES, FP_API_DOMAIN } = process.env;
const sign = (data) => createHmac("sha256", EXTENSION_API_SECRET).update(data).digest("hex");

// The SDK logs the headers of failed requests, and they hold the secret.
log.methodFactory = () => () => {};

const fdk = await setupFdk(
  {
    api_key: EXTENSION_API_KEY,
    api_secret: EXTENSION_API_SECRET,
    base_url: EXTENSION_BASE_URL,
    cluster: FP_API_DOMAIN,
    access_mode: "offline",
    scopes: EXTENSION_SCOPES.split(","),
    storage: new MemoryStorage("quick-start"),
    callbacks: {
      auth: async (req) => \`\${EXTENSION_BASE_URL}/?company_id=\${req.fdkSession.company_id}\`,
      uninstall: async (req) => console.log("removed by company", req.body.company_id),
    },
  },
  true,
);
// The SDK has logged why.
if (!fdk.extension.isInitialized) process.exit(1);

const app = express();
app.use(cookieParser(sign("cookies")));
app.use(express.json({ verify: (req, _res, body) => (req.rawBody = body) }));

// The SDK checks state, but neither these parameters nor the target of redirect_path.
app.get(["/fp/install", "/fp/auth"], (req, res, next) => {
  const { company_id, client_id = EXTENSION_API_KEY, redirect_path = "/" } = req.query;
  const isSound =
    /^\\d+$/.test(company_id) &&
    client_id === EXTENSION_API_KEY &&
    /^\\/(?![/\\\\])/.test(redirect_path);
  if (isSound) return next();
  res.status(400).json({ message: "The parameters of this launch are not valid." });
});

// Only the platform may say that a company removed the extension: it signs the body.
app.post(["/fp/uninstall", "/fp/auto_install"], (req, res, next) => {
  const given = Buffer.from(req.get("x-fp-signature") ?? "");
  const expected = Buffer.from(sign(req.rawBody ?? ""));
  if (given.length === expected.length && timingSafeEqual(given, expected)) return next();
  res.status(401).json({ message: "x-fp-signature does not match the body." });
});

app.use(fdk.fdkHandler);

// The company is the one of the signed-in session, never the one in the address.
app.get("/", sessionMiddleware(true), async (req, res) => {
  const session = req.fdkSession;
  if (!session.access_token) return res.status(401).json({ message: "Launch the extension." });
  const platform = await fdk.extension.getPlatformClient(session.company_id, session);
  res.json(await platform.request({ method: "get", url: ${jsonLiteral(apiPath)} }));
});

app.use((error, req, res, _next) => {
  console.error(req.path, error.message);
  const status = req.path === "/" ? 502 : 400;
  res.status(status).json({ message: "That did not work. Launch the extension again." });
});

app.listen(${portOf(baseUrl)}${baseUrl.startsWith("http:") ? ', "127.0.0.1"' : ""});
`;
}

function portOf(baseUrl: string): number {
  return Number(parseUrl(baseUrl)?.port || 8080);
}
