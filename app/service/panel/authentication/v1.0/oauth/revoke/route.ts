import { otherMethods } from "@/lib/api/other-methods";

export { revokeEndpoint as POST } from "@/lib/oauth/tokens/revoke-endpoint";

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
