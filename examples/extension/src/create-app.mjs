import { createHmac } from "node:crypto";
import cookieParser from "cookie-parser";
import express from "express";
import { checkLaunch, checkSignature } from "./guards.mjs";
import { createApiRoutes } from "./routes/api.mjs";
import { createErrorHandler } from "./routes/errors.mjs";
import { createPageRoutes } from "./routes/pages.mjs";
import { CONTENT_SECURITY_POLICY } from "./views/layout.mjs";
import { renderWaiting } from "./views/waiting.mjs";

/**
 * The web application. It responds from the start: until app.locals.useSdk is called, with a page that explains what it
 * is waiting for.
 * @param {object} config from readConfig
 * @param {import("./file-storage.mjs").FileStorage} storage
 * @param {{ready: boolean, reason: string}} status changed by the caller
 */
export function createApp(config, storage, status) {
  const app = express();
  app.disable("x-powered-by");
  app.use((_req, res, next) => {
    res.set({
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    next();
  });
  // The SDK signs its session cookie; the key must survive a restart.
  app.use(cookieParser(createHmac("sha256", config.apiSecret).update("cookies").digest("hex")));
  app.use(express.json({ limit: "64kb", verify: keepRawBody }));

  app.get("/healthz", (_req, res) => res.json(status));
  const sdkRoutes = express.Router();
  app.use(sdkRoutes);
  app.use((_req, res, next) => {
    if (status.ready) return next();
    res.status(503).set("retry-after", "2").send(renderWaiting(config, status.reason));
  });
  app.use((req, _res, next) => {
    next(Object.assign(new Error(`There is no page at ${req.path}`), { status: 404 }));
  });
  app.use(createErrorHandler(config));

  app.locals.useSdk = (fdk) => {
    sdkRoutes.get(["/fp/install", "/fp/auth"], checkLaunch(config));
    sdkRoutes.post(["/fp/uninstall", "/fp/auto_install"], checkSignature(config));
    sdkRoutes.use(fdk.fdkHandler);
    sdkRoutes.use("/api", createApiRoutes(fdk, config, storage));
    sdkRoutes.use(createPageRoutes(fdk, config, storage));
  };
  return app;
}

function keepRawBody(req, _res, bytes) {
  req.rawBody = bytes;
}
