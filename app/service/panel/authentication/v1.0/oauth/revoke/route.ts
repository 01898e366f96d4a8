import { otherMethods } from "@/lib/http/other-methods";

export { revokeEndpoint as POST } from "@/lib/oauth/tokens/revoke-endpoint";

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
