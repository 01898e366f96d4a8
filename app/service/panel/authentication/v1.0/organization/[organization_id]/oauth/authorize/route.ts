import { methodNotAllowed } from "@/lib/http/handle";

export { authorize as GET } from "@/lib/oauth/authorize/authorize";

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
