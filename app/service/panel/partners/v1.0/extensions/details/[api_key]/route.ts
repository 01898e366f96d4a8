import { otherMethods } from "@/lib/api/other-methods";

export { extensionDetails as GET } from "@/lib/oauth/startup/extension-details";

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
