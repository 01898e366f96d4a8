export { describeSession as GET } from "@/lib/identity/sessions/read-session";
