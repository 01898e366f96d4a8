import { methodNotAllowed } from "@/lib/http/handle";

export { introspectEndpoint as POST } from "@/lib/oauth/tokens/introspect-endpoint";

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
