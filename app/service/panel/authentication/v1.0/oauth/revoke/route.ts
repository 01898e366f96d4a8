import { methodNotAllowed } from "@/lib/http/handle";

export { revokeEndpoint as POST } from "@/lib/oauth/tokens/revoke-endpoint";

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
