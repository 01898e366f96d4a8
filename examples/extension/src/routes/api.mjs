import { sessionMiddleware } from "@gofynd/fdk-extension-javascript/express/middleware/session_middleware.js";
import express from "express";
import { callProducts, describeError } from "../call-products.mjs";
import { readRecord, recordEvent } from "../company-record.mjs";
import { checkSameOrigin, hasOwnCredentials } from "../guards.mjs";
import { describeToken, loadOfflineSession, refreshOfflineToken } from "../tokens.mjs";

/**
 * JSON endpoints, for scripts and tests. The caller is either the browser session of the company
 * in ?company_id=, or the extension's operator with Basic key:secret; the latter has no online
 * token.
 */
export function createApiRoutes(fdk, config, storage) {
  const routes = express.Router();

  routes.use(sessionMiddleware(false), async (req, res, next) => {
    if (req.fdkSession?.access_token) {
      req.companyId = req.fdkSession.company_id;
    } else if (hasOwnCredentials(req, config) && /^\d+$/.test(req.query.company_id)) {
      req.companyId = Number(req.query.company_id);
    } else {
      return res.status(401).json({
        message: "Launch the extension for ?company_id= in this browser, or send Basic key:secret",
      });
    }
    req.offlineSession = await loadOfflineSession(fdk.extension, req.companyId);
    next();
  });

  routes.get("/state", async (req, res) => {
    const tokens = [];
    if (req.offlineSession) tokens.push(describeToken("offline", req.offlineSession));
    if (req.fdkSession) tokens.push(describeToken("online", req.fdkSession));
    const { events } = await readRecord(storage, req.companyId);
    res.json({ company_id: req.companyId, tokens, events });
  });

  routes.post("/refresh", checkSameOrigin, async (req, res) => {
    if (!req.offlineSession?.refresh_token) {
      return res.status(409).json({ message: "There is no offline token to refresh" });
    }
    const before = describeToken("offline", req.offlineSession);
    try {
      const session = await refreshOfflineToken(fdk.extension, req.offlineSession);
      await recordEvent(storage, req.companyId, "refreshed");
      res.json({ before, after: describeToken("offline", session) });
    } catch (error) {
      const denial = describeError(error);
      res.status(denial.status).json(denial);
    }
  });

  routes.get("/products", async (req, res) => {
    const kind = req.query.token ?? "offline";
    const session = kind === "online" ? req.fdkSession : req.offlineSession;
    if (!session) return res.status(409).json({ message: `There is no ${kind} token` });
    const client = await fdk.extension.getPlatformClient(req.companyId, session);
    const answer = await callProducts(client);
    res.status(answer.status).json(answer);
  });

  return routes;
}
