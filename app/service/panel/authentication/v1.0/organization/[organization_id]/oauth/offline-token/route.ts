import { methodNotAllowed } from "@/lib/http/handle";

export { offlineTokenEndpoint as POST } from "@/lib/oauth/tokens/token-endpoint";

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
