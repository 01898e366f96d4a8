import { methodNotAllowed } from "@/lib/http/handle";

export { publishReceiptKeys as GET } from "@/lib/oauth/grants/publish-receipt-keys";

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
