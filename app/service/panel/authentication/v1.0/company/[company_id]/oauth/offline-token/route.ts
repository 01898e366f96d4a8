import { otherMethods } from "@/lib/api/other-methods";

export { offlineTokenEndpoint as POST } from "@/lib/oauth/tokens/token-endpoint";

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
