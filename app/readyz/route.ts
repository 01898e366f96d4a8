export const dynamic = "force-dynamic";

export { readyz as GET } from "@/lib/api/health";
