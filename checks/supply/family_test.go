package supply

import (
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
)

func TestChecks(t *testing.T) { checktest.Family(t, Checks()) }

func TestTheHouseNotices(t *testing.T) { checktest.Notices(t, Checks) }
