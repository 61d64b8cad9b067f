import { usePageTitle } from '@/lib/use-page-title';
import { About } from './about';
import { Features } from './features';
import { Hero } from './hero';
import { LandingFooter } from './landing-footer';
import { Locations } from './locations';
import { Pricing } from './pricing';

export default function LandingPage() {
  usePageTitle();
  return (
    <>
      <main id="main" tabIndex={-1}>
        <Hero />
        <Features />
        <Pricing />
        <Locations />
        <About />
      </main>
      <LandingFooter />
    </>
  );
}
