export { startSignIn as GET } from "@/lib/auth/start-sign-in";
