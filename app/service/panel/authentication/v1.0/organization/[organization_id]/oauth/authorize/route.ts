import { otherMethods } from "@/lib/api/other-methods";

export { authorize as GET } from "@/lib/oauth/authorize/authorize";

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
