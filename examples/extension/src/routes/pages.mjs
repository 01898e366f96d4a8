import {
  partnerSessionMiddleware,
  sessionMiddleware,
} from "@gofynd/fdk-extension-javascript/express/middleware/session_middleware.js";
import express from "express";
import { callProducts, describeError } from "../call-products.mjs";
import { readRecord, recordEvent } from "../company-record.mjs";
import { checkSameOrigin } from "../guards.mjs";
import { describeToken, loadOfflineSession, refreshOfflineToken } from "../tokens.mjs";
import { renderCompany } from "../views/company.mjs";
import { renderOrganization } from "../views/organization.mjs";
import { renderStart } from "../views/start.mjs";

/** The pages for people. Everything works without scripts. */
export function createPageRoutes(fdk, config, storage) {
  const routes = express.Router();
  const name = fdk.extension.extensionData.name ?? "Sample extension";

  /** Renders the company's page, with the outcome of the last action. */
  async function sendCompany(res, session, outcome = {}) {
    const companyId = session.company_id;
    const offline = await loadOfflineSession(fdk.extension, companyId);
    const { events } = await readRecord(storage, companyId);
    const view = {
      name,
      config,
      companyId,
      events,
      offline: offline && describeToken("offline", offline),
      online: describeToken("online", session),
      ...outcome,
    };
    res.send(renderCompany(view));
  }

  /** Continues only with a complete session, whose company_id counts rather than the one in the URL. */
  async function needSession(req, res, next) {
    if (req.fdkSession?.access_token) return next();
    const companyId = req.query.company_id;
    // Anyone with the cookie of a deleted session may know what happened to it.
    const hadSession = companyId && req.signedCookies[`ext_session_${companyId}`];
    const record = hadSession ? await readRecord(storage, companyId) : undefined;
    const removed = record?.events[0]?.what === "removed" ? record.events[0] : undefined;
    res.status(companyId ? 401 : 200).send(renderStart({ name, config, companyId, removed }));
  }

  routes.get("/", sessionMiddleware(false), needSession, async (req, res) => {
    await sendCompany(res, req.fdkSession, { refreshed: req.query.done === "refresh" });
  });

  routes.get("/products", sessionMiddleware(false), needSession, async (req, res) => {
    const kind = req.query.token === "online" ? "online" : "offline";
    const session =
      kind === "online"
        ? req.fdkSession
        : await loadOfflineSession(fdk.extension, req.fdkSession.company_id);
    if (!session) return sendCompany(res, req.fdkSession);
    const answer = await callWith(fdk, session);
    await sendCompany(res, req.fdkSession, { answer: { kind, ...answer } });
  });

  routes.post(
    "/refresh",
    checkSameOrigin,
    sessionMiddleware(false),
    needSession,
    async (req, res) => {
      const companyId = req.fdkSession.company_id;
      const offline = await loadOfflineSession(fdk.extension, companyId);
      if (!offline?.refresh_token) return sendCompany(res, req.fdkSession);
      try {
        await refreshOfflineToken(fdk.extension, offline);
      } catch (error) {
        return sendCompany(res, req.fdkSession, { denial: describeError(error) });
      }
      await recordEvent(storage, companyId, "refreshed");
      res.redirect(303, `/?company_id=${companyId}&done=refresh`);
    },
  );

  routes.get("/admin", partnerSessionMiddleware(false), async (req, res) => {
    const session = req.fdkSession;
    if (!session?.access_token) return res.status(401).send(renderStart({ name, config }));
    const offline = await loadOfflineSession(fdk.extension, session.organization_id);
    const tokens = [describeToken("online", session)];
    if (offline) tokens.unshift(describeToken("offline", offline));
    res.send(renderOrganization({ name, config, id: session.organization_id, tokens }));
  });

  return routes;
}

/** A call may start by refreshing the token, which the platform can deny as well. */
async function callWith(fdk, session) {
  try {
    return await callProducts(await fdk.extension.getPlatformClient(session.company_id, session));
  } catch (error) {
    return describeError(error);
  }
}
