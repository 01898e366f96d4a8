import { methodNotAllowed } from "@/lib/http/handle";

export { describeServer as GET } from "@/lib/oauth/metadata/describe-server";

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
