import { methodNotAllowed } from "@/lib/http/handle";

export { pushRequest as POST } from "@/lib/oauth/authorize/push-request";

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
