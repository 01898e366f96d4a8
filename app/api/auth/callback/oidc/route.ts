export { finishProviderSignIn as GET } from "@/lib/provider/finish-provider-sign-in";
