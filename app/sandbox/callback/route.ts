export { receiveCode as GET } from "@/lib/developer-tools/playground/receive-code";
