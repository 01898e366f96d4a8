import { methodNotAllowed } from "@/lib/http/handle";

export { extensionDetails as GET } from "@/lib/oauth/startup/extension-details";

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
