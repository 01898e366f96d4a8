export { describeSession as GET } from "@/lib/identity/sessions/describe-session";
