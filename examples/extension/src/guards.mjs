import { createHmac, timingSafeEqual } from "node:crypto";
import { parseUrl } from "./parse-url.mjs";

/**
 * Checks what the SDK does not when a browser arrives from the platform: that company_id is a number, that client_id is
 * this extension's (the SDK compares only state), and that redirect_path stays on this host (the SDK would redirect
 * anywhere).
 */
export function checkLaunch(config) {
  return (req, _res, next) => {
    const { company_id, client_id, redirect_path } = req.query;
    if (!/^\d+$/.test(company_id)) return reject(next, "company_id must be a number");
    if (client_id !== undefined && client_id !== config.apiKey) {
      return reject(next, "client_id does not belong to this extension");
    }
    if (redirect_path !== undefined && !isOwnPath(redirect_path, config.baseUrl)) {
      return reject(next, "redirect_path must be a path on this extension");
    }
    next();
  };
}

/**
 * Accepts only calls signed by the platform: x-fp-signature is the HMAC-SHA256 of the body with the API secret, in hex.
 * Without this check, anyone could uninstall the extension for a company. Expects the body's bytes in req.rawBody.
 */
export function checkSignature(config) {
  return (req, res, next) => {
    const expected = createHmac("sha256", config.apiSecret)
      .update(req.rawBody ?? "")
      .digest("hex");
    if (!isSame(req.get("x-fp-signature") ?? "", expected)) {
      return res.status(401).json({ message: "x-fp-signature does not match the body" });
    }
    next();
  };
}

/**
 * Whether a request has the extension's own key and secret as Basic credentials, for background jobs and tests, which
 * have no browser session.
 */
export function hasOwnCredentials(req, config) {
  const expected = Buffer.from(`${config.apiKey}:${config.apiSecret}`).toString("base64");
  return isSame(req.get("authorization") ?? "", `Basic ${expected}`);
}

/** Rejects forms sent from other sites: the SDK's session cookie is SameSite=None, so browsers would attach it. */
export function checkSameOrigin(req, _res, next) {
  const site = req.get("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") {
    return reject(next, "this form must be sent from the extension's own page", 403);
  }
  next();
}

function reject(next, message, status = 400) {
  next(Object.assign(new Error(message), { status }));
}

function isOwnPath(path, baseUrl) {
  if (typeof path !== "string" || !path.startsWith("/")) return false;
  return parseUrl(path, baseUrl)?.origin === new URL(baseUrl).origin;
}

function isSame(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
