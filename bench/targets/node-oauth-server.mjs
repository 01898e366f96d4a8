// @node-oauth/oauth2-server on express. It has no introspection.
import OAuth2Server from "@node-oauth/oauth2-server";
import express from "express";
import pg from "pg";
import { nodeOauthModel } from "./node-oauth-model.mjs";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

const { databaseUrl, port } = JSON.parse(process.argv[2]);
const model = nodeOauthModel(new pg.Pool({ connectionString: databaseUrl, max: 16 }));
const oauth = new OAuth2Server({
  model,
  accessTokenLifetime: HOUR_SECONDS,
  refreshTokenLifetime: 30 * DAY_SECONDS,
  authorizationCodeLifetime: HOUR_SECONDS,
});

const authenticateHandler = {
  async handle({ headers, query }) {
    const session = headers.cookie?.slice("session=".length) ?? "";
    const user = await model.findConsented(session, query.client_id, query.scope.split(" "));
    if (!user) throw new OAuth2Server.UnauthorizedRequestError("No consent");
    return user;
  },
};

function respond(run) {
  return async (request, response) => {
    const result = new OAuth2Server.Response(response);
    try {
      await run(new OAuth2Server.Request(request), result);
    } catch (error) {
      if (!(error instanceof OAuth2Server.OAuthError)) throw error;
      result.status = error.code;
      result.body = { error: error.name };
    }
    response.status(result.status).set(result.headers).json(result.body);
  };
}

const application = express();
application.disable("x-powered-by");
const form = express.urlencoded({ extended: false });
application.post(
  "/token",
  form,
  respond((...both) => oauth.token(...both)),
);
const keepRefreshToken = { alwaysIssueNewRefreshToken: false };
application.post(
  "/refresh",
  form,
  respond((...both) => oauth.token(...both, keepRefreshToken)),
);
const signedIn = { authenticateHandler };
application.get(
  "/authorize",
  respond((...both) => oauth.authorize(...both, signedIn)),
);
const server = application.listen(port, "127.0.0.1");
server.keepAliveTimeout = 65_000;
process.on("SIGTERM", () => process.exit(0));
