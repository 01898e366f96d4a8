import { methodsOf } from "@/lib/api/methods-of";
import { publishReceiptKeys } from "@/lib/consent/receipts/publish-receipt-keys";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = methodsOf([
  { method: "GET", handler: publishReceiptKeys },
]);
