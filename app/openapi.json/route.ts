export const dynamic = "force-dynamic";

export { openApiDocument as GET } from "@/lib/api/describe-api";
