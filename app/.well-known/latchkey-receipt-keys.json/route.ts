import { otherMethods } from "@/lib/api/other-methods";

export { publishReceiptKeys as GET } from "@/lib/consent/grants/publish-receipt-keys";

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
