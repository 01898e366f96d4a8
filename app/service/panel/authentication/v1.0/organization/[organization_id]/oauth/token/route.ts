import { otherMethods } from "@/lib/http/other-methods";

export { onlineTokenEndpoint as POST } from "@/lib/oauth/tokens/token-endpoint";

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
