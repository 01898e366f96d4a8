import { otherMethods } from "@/lib/api/other-methods";

export { introspectEndpoint as POST } from "@/lib/oauth/tokens/introspect-endpoint";

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
