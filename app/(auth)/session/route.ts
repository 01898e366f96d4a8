export { describeSession as GET } from "@/lib/auth/describe-session";
