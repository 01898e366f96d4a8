import { describeError } from "../call-products.mjs";
import { writeLog } from "../log.mjs";
import { renderError } from "../views/error.mjs";

const explanations = {
  "Can not complete oauth process as session not found": {
    status: 400,
    title: "Your browser did not send this launch's cookie",
    text: "A launch must be finished within 15 minutes, in the browser where it began, with cookies allowed for this address.",
  },
  "Invalid oauth call": {
    status: 400,
    title: "Another launch has taken over",
    text: "This extension was started again in another tab, so this answer belongs to an older launch. Launch once more and stay in one tab.",
  },
};

/** Renders every error with what to do next; the cause goes to the log. */
export function createErrorHandler(config) {
  return (error, req, res, _next) => {
    const problem = explain(error);
    writeLog(`${req.method} ${req.path}: ${problem.status} ${error.message}`);
    if (res.headersSent) return res.end();
    res.status(problem.status);
    const wantsJson = req.path.startsWith("/api") || req.method === "POST";
    if (wantsJson) return res.json({ message: problem.text, request_id: problem.request_id });
    res.send(renderError({ config, companyId: req.query.company_id, ...problem }));
  };
}

function explain(error) {
  const explanation = explanations[error.message];
  if (explanation) return explanation;
  if (error.name === "FDKServerResponseError") {
    const { status, message, request_id } = describeError(error);
    return {
      status: 502,
      title: `The platform rejected the call: ${status}`,
      text: message,
      request_id,
    };
  }
  if (error.name === "FDKOAuthCodeError") {
    return { status: 400, title: "The platform did not grant access", text: error.message };
  }
  if (error.status >= 400 && error.status < 500) {
    return { status: error.status, title: "This request cannot be used", text: error.message };
  }
  return {
    status: 500,
    title: "Something went wrong in this extension",
    text: "See the extension's log for details.",
  };
}
