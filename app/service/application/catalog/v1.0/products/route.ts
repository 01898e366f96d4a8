import { methodNotAllowed } from "@/lib/http/handle";

export { listProducts as GET } from "@/lib/platform/list-products";

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
