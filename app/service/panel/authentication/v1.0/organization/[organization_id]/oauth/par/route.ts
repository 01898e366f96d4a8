import { otherMethods } from "@/lib/api/other-methods";

export { pushRequest as POST } from "@/lib/oauth/authorize/push-request";

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
