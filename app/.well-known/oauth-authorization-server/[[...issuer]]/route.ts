import { otherMethods } from "@/lib/api/other-methods";

export { describeServer as GET } from "@/lib/oauth/metadata/describe-server";

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
