import { methodsOf } from "@/lib/api/router";
import { publishReceiptKeys } from "@/lib/consent/receipts/receipt-keys";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = methodsOf([
  { method: "GET", handler: publishReceiptKeys },
]);
