import { otherMethods } from "@/lib/http/other-methods";

export { publishReceiptKeys as GET } from "@/lib/oauth/grants/publish-receipt-keys";

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
