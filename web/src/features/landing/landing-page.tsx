import { useStart } from '@/api/use-start';
import { SiteHeader } from '@/components/layout/site-header';
import { SkipLink } from '@/components/ui/skip-link';
import { usePageTitle } from '@/lib/use-page-title';
import { About } from './about';
import { Features } from './features';
import { Hero } from './hero';
import { LandingFooter } from './landing-footer';
import { Locations } from './locations';
import { Pricing } from './pricing';

export default function LandingPage() {
  usePageTitle();
  const start = useStart();
  return (
    <>
      <SkipLink />
      <SiteHeader start={start} sectionsHere />
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
