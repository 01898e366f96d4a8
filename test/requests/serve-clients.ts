import {
  DELETE,
  GET,
  PATCH,
  PUT,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/route";
import {
  POST as CREATE,
  GET as LIST,
} from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/route";
import type { RouteHandler } from "@/test/requests/call-route";

const PATH =
  /^\/service\/partner\/authorization\/v1\.0\/organization\/([^/]+)\/oauth\/client(?:\/([^/]+))?$/;

const ofAll: Record<string, RouteHandler> = { GET: LIST, POST: CREATE };
const ofOne: Record<string, RouteHandler> = { GET, PUT, PATCH, DELETE };

/** Serves the client management paths of an organization with the route files in `app`. */
export async function serveClients(request: Request): Promise<Response> {
  const [, organizationId, clientId] = PATH.exec(new URL(request.url).pathname) ?? [];
  const handler = (clientId ? ofOne : ofAll)[request.method];
  if (!organizationId || !handler) return new Response(null, { status: 404 });
  const params = { organization_id: organizationId, ...(clientId && { client_id: clientId }) };
  return handler(request, { params: Promise.resolve(params) });
}
